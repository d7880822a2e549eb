import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PicturesField } from './pictures-field.tsx';

afterEach(cleanup);

it('says in words, to everybody, what is wrong with the pictures', () => {
  const error = '图片还没有传完，请稍候或移除';
  render(
    <PicturesField id="files" label="图片" value={[]} onChange={() => {}} error={error} max={9} onPending={() => {}} />,
  );
  expect(screen.getByRole('alert').textContent).toContain(error);
  const group = screen.getByRole('group', { name: /图片/ });
  expect(group.getAttribute('aria-describedby')).toBe('files-error');
});
