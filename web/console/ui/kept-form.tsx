import { Alert, Button } from 'antd';
import type { ComponentProps } from 'react';
import type { FormValues } from '../../ui/form/draft.ts';
import { SavedMark } from '../../ui/form/saved-mark.tsx';
import { type DraftState, useDraft } from '../../ui/form/use-draft.ts';
import { FormShell } from './form-shell.tsx';

/** What a draft says beside the fields: the version of the thing that was being changed. */
const basisKey = '#basis';

export interface KeptDraft<Values> {
  /** what the form begins with: what was typed last, else what is saved */
  readonly initial: Values;
  /** takes down what stands in the form */
  readonly keep: (values: Values) => void;
  readonly discard: () => void;
  readonly state: DraftState;
  /** somebody has saved the thing since this was typed */
  readonly overtaken: boolean;
}

/**
 * What is typed into a page's form stays on this device until it was saved, whichever way the page was left: by the menu,
 * back, a reload, a session that ran out. `place` names the thing, `basis` its version as it is saved.
 */
export function useKeptDraft<Values extends FormValues>(
  place: string,
  basis: string,
  saved: Values,
): KeptDraft<Values> {
  const state = useDraft(`omo.draft.console.${place}`, {});
  const { [basisKey]: typedOver, ...typed } = state.values;
  return {
    initial: { ...saved, ...typed },
    keep: (values) => {
      if (Object.entries(saved).every(([name, value]) => String(values[name] ?? '') === String(value)))
        return state.discard();
      // All of it: what came from elsewhere than the keyboard belongs to it too.
      for (const [name, value] of Object.entries(values)) state.change(name, value ?? '');
      state.change(basisKey, basis);
    },
    discard: state.discard,
    state,
    overtaken: state.restored && typedOver !== basis,
  };
}

/** A form of which nothing typed is lost by leaving the page. Remount it (`key`) after `onDiscarded`. */
export function KeptForm<Values extends FormValues, Out>({
  draft,
  onDiscarded,
  onDone,
  children,
  ...rest
}: Omit<ComponentProps<typeof FormShell<Values, Out>>, 'initial' | 'onChange'> & {
  draft: KeptDraft<Values>;
  /** the reader wants what is saved instead */
  onDiscarded: () => void;
}) {
  return (
    <FormShell<Values, Out>
      {...rest}
      initial={draft.initial}
      onChange={draft.keep}
      onDone={(data, values) => {
        draft.discard();
        onDone(data, values);
      }}
    >
      {draft.state.restored && (
        <Alert
          type={draft.overtaken ? 'warning' : 'info'}
          showIcon
          role="status"
          style={{ marginBottom: 16 }}
          title={
            draft.overtaken
              ? '已恢复您上次没有保存的内容。之后有人保存过，保存前请核对'
              : '已恢复您上次填写、还没有保存的内容'
          }
          action={
            <Button
              size="small"
              onClick={() => {
                draft.discard();
                onDiscarded();
              }}
            >
              不要了
            </Button>
          }
        />
      )}
      {children}
    </FormShell>
  );
}

/** Beside the buttons: since when what is typed is kept on this device, and nowhere else. */
export const KeptMark = ({ draft: { state } }: { draft: Pick<KeptDraft<never>, 'state'> }) => (
  <SavedMark draft={state} saved="已留在本机" />
);
