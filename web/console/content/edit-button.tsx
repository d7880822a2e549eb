import type { ButtonProps } from 'antd';
import { DeedButton } from '../ui/deed-button.tsx';
import { useMayEdit } from './may-edit.ts';

/** Changes what the portal shows; shut to who may only look on. */
export function EditButton(props: ButtonProps) {
  return <DeedButton {...props} why={useMayEdit() ? '' : '只有内容管理或管理员可以修改'} />;
}
