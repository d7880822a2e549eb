import type { ReactNode } from 'react';
import type { StageField } from '../../../contract/stages/stage.ts';
import { ChoicesControl, SelectControl } from '../../ui/form/choice-control.tsx';
import { DocumentsControl } from '../../ui/form/documents-control.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { ImagesControl } from '../../ui/form/images-control.tsx';
import { MomentControl } from '../../ui/form/moment-control.tsx';
import { type Areas, RegionControl } from '../../ui/form/region-control.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import type { Upload } from '../../ui/form/uploads.ts';

/** What controls need beside their value. */
export interface FormMeans {
  readonly uploadImage: Upload;
  readonly uploadDocument: Upload;
  readonly thumb: (url: string) => string;
  readonly documentName: (url: string) => string;
  /** undefined while it is being fetched */
  readonly areas: Areas | undefined;
  /** milliseconds since 1970 */
  readonly now: number;
}

interface Props {
  field: StageField;
  value: string | readonly string[] | undefined;
  error?: string;
  aside?: ReactNode;
  onChange: (value: string | readonly string[]) => void;
  /** how many files of this field are on their way or failed */
  onPending: (count: number) => void;
  means: FormMeans;
}

/** Days ahead offered for a deadline. */
const usualDays = [3, 7, 15, 30];

/** The one place that turns a field of the catalogue into a control. It knows kinds of widgets, no stage. */
export function FieldControl({ field, value, error, aside, onChange, onPending, means }: Props) {
  const { key: id, label, required, hint, widget } = field;
  const text = { id, error, required, value: typeof value === 'string' ? value : '', onChange };
  const list = { id, error, value: Array.isArray(value) ? [...(value as readonly string[])] : [], onChange };
  const frame = { id, label, required, hint, error, aside };
  switch (widget.kind) {
    case 'text':
      return (
        <Frame {...frame}>
          <TextControl {...text} max={widget.max} inputMode={widget.inputMode} />
        </Frame>
      );
    case 'textarea':
      return (
        <Frame {...frame}>
          <TextControl {...text} max={widget.max} rows={widget.rows} />
        </Frame>
      );
    case 'number':
      return (
        <Frame {...frame}>
          <TextControl {...text} unit={widget.unit} inputMode="numeric" />
        </Frame>
      );
    case 'money':
      return (
        <Frame {...frame}>
          <TextControl {...text} unit={widget.unit} inputMode="decimal" />
        </Frame>
      );
    case 'select':
      return (
        <Frame {...frame}>
          <SelectControl {...text} options={widget.options} placeholder={`请选择${label}`} />
        </Frame>
      );
    case 'moment':
      return (
        <Frame {...frame}>
          <MomentControl {...text} now={means.now} ahead={usualDays} />
        </Frame>
      );
    case 'choices':
      return (
        <Frame {...frame} group>
          <ChoicesControl {...list} options={widget.options} />
        </Frame>
      );
    case 'regions':
      return (
        <Frame {...frame} group>
          <RegionControl {...list} areas={means.areas} />
        </Frame>
      );
    case 'images':
      return (
        <Frame {...frame} group>
          <ImagesControl
            {...list}
            max={widget.max}
            upload={means.uploadImage}
            onPending={onPending}
            thumb={means.thumb}
          />
        </Frame>
      );
    case 'documents':
      return (
        <Frame {...frame} group>
          <DocumentsControl
            {...list}
            max={widget.max}
            accept={widget.accept}
            upload={means.uploadDocument}
            onPending={onPending}
            nameOf={means.documentName}
          />
        </Frame>
      );
    // A demand has none of these; the shop's case form will bring their controls.
    case 'video':
    case 'location':
    case 'rows':
      throw new Error(`no control for ${widget.kind} yet`);
  }
}
