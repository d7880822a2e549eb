import type { CallInput, Send } from '../../../contract/call.ts';
import type { certifySave } from '../../../contract/certification.ts';
import type { AccountType } from '../../../contract/statuses.ts';
import { type PrivateFile, uploadPrivateDocument, uploadPrivateImage } from '../../../contract/uploads.ts';
import { dataOf } from '../../testing/portal.ts';
import { buildBlackPng } from '../uploads/build.ts';

/** Uploads a picture that only its sender may see. */
export async function uploadPaper(send: Send, content: Uint8Array = buildBlackPng(64, 48)): Promise<PrivateFile> {
  const file = new File([new Uint8Array(content)], '身份证 陈知远.png');
  return dataOf(await send(uploadPrivateImage, {}, { file }));
}

const pdf = '%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n';

export async function uploadContract(send: Send, content = pdf): Promise<PrivateFile> {
  return dataOf(await send(uploadPrivateDocument, {}, { file: new File([content], '入驻合同 陈知远.pdf') }));
}

/** A whole form of one kind, its files uploaded. */
export async function buildForm(send: Send, type: AccountType): Promise<CallInput<typeof certifySave>> {
  const [paper, contract] = await Promise.all([uploadPaper(send), uploadContract(send)]);
  const common = {
    account_type: String(type),
    provice: '36',
    city: '3607',
    contact_name: '陈知远',
    contact_phone: '13800001234',
    contact_email: 'zhiyuan.chen@example.com',
    qualification: paper.url,
    authorization: paper.url,
    contract: contract.url,
  };
  return type === 1
    ? { ...common, name: '陈知远', designs: paper.url }
    : { ...common, name: '赣州三榫家具制造有限公司', type: '4', business_license: paper.url };
}
