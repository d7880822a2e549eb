import { currentUser, demandLogin, signOut } from '../session.ts';
import { signInCodes } from '../../contract/errors.ts';

/**
 * Fetches a file that only its owner gets, and hands it to the browser to keep; gives what went wrong, in words. A plain link
 * would not carry the token, and one in its address would stay in histories.
 */
export async function downloadFile(path: string, name: string): Promise<string | undefined> {
  try {
    const response = await fetch(path, { headers: { authorization: currentUser()?.token ?? '' } });
    if (!response.ok) {
      const { error_code, error_msg } = (await response.json()) as { error_code: number; error_msg: string };
      if (signInCodes.includes(error_code)) {
        signOut();
        demandLogin();
      }
      return error_msg;
    }
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = nameIn(response.headers.get('content-disposition')) ?? name;
    link.click();
    // Some browsers begin to read only after the click has ended.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return undefined;
  } catch {
    return '下载失败，请检查网络后再试';
  }
}

const nameIn = (disposition: string | null): string | undefined => {
  const found = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return found === undefined ? undefined : decodeURIComponent(found);
};
