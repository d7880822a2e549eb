import { Button, type ButtonProps, Tooltip } from 'antd';
import styles from './deed-button.module.css';

/** A deed; where it is shut, `why` is told to whoever points at it, comes to it by the keyboard, or hears it. */
export function DeedButton({ why = '', ...rest }: ButtonProps & { why?: string | undefined }) {
  if (why === '') return <Button {...rest} />;
  const { onClick: _, type: __, danger: ___, htmlType: ____, ...shown } = rest;
  // Not `disabled`: what has that is passed over by the keyboard, and its reason with it.
  return (
    <Tooltip title={why} trigger={['hover', 'focus', 'click']}>
      <Button {...shown} aria-disabled aria-description={why} className={styles.shut} />
    </Tooltip>
  );
}
