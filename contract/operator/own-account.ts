import { z } from 'zod';
import { newPasswordField, oldPasswordField, passwordField } from '../accounts.ts';
import { defineCall } from '../call.ts';
import { device } from '../devices.ts';
import { recordId } from '../wire.ts';
import { authenticatorSecret, signInTicket, totpCodeField } from './sign-in.ts';

/** What operators do to their own account (features P-01, P-06). Whoever has a role may; others are the command line's business. */

/** As it is asked for once more by somebody who is signed in. */
export const ownPasswordField = { ...passwordField, label: '当前密码' };
/** Of the authenticator that is bound now, and of the one that takes its place. */
export const presentCodeField = { ...totpCodeField, label: '当前动态验证码' };
export const newCodeField = { ...totpCodeField, label: '新的动态验证码' };

export const operatorPassword = defineCall({
  path: '/api/operator/password',
  auth: 'operator',
  input: z.object({ oldPassword: oldPasswordField.schema, password: newPasswordField.schema }),
  output: z.object({}),
  summary: 'An operator changes their own password; every other session of theirs ends',
});

export const beginTotp = defineCall({
  path: '/api/operator/totpBegin',
  auth: 'operator',
  input: z.object({ password: ownPasswordField.schema, code: presentCodeField.schema }),
  output: authenticatorSecret.extend({
    /** handed in again with the code of the new authenticator */
    ticket: z.string(),
    /** seconds that the ticket is good for */
    expires_in: z.number().int(),
  }),
  summary: 'A secret for a new authenticator, for password and present code; the present one stays bound',
});

export const confirmTotp = defineCall({
  path: '/api/operator/totpConfirm',
  auth: 'operator',
  input: z.object({ ticket: signInTicket('请重新开始更换'), newCode: newCodeField.schema }),
  output: z.object({}),
  summary:
    'The new authenticator’s code binds it in place of the present one; every other session of the operator ends',
});

export const operatorDevices = defineCall({
  path: '/api/operator/deviceList',
  auth: 'operator',
  input: z.object({}),
  output: z.array(device),
  summary: 'Where the operator is signed in at the console: this device first, then those heard of last',
});

export const endOperatorDevice = defineCall({
  path: '/api/operator/deviceEnd',
  auth: 'operator',
  input: z.object({ id: recordId('设备编号') }),
  output: z.object({}),
  summary: 'Ends one own session elsewhere, at once. One that has ended already is no error',
});
