/** Kinds of text messages. A provider has one approved template for each; the outbox writes the words itself. */
export type SmsTemplate = 'register' | 'register-known' | 'reset' | 'reset-unknown' | 'export' | 'close';

interface CodeMessage {
  /** 11 digits, mainland */
  mobile: string;
  template: SmsTemplate;
  /** what the template is filled with */
  code: string;
  /** minutes that the code is good for */
  minutes: number;
}

interface NoticeMessage {
  mobile: string;
  /** `account`: tells what became of the account itself, also to who is kept out and cannot read or turn off anything */
  template: 'notice' | 'account';
  /** what happened, in a sentence */
  words: string;
  /** the same message may be handed over twice where an answer was lost: by this the provider can tell */
  id: string;
}

export type SmsMessage = CodeMessage | NoticeMessage;

/** Sends text messages. Resolves once the provider took the message; throws when it did not. */
export interface Sms {
  /** said to whoever asked for a message when it does not reach a telephone; '' when it does */
  readonly note: string;
  send(message: SmsMessage): Promise<void>;
}

/** The words of each template, as registered with providers. They tell the owner of a number what a stranger is not told. */
export function smsText(message: SmsMessage): string {
  if ('words' in message) {
    const more = message.template === 'notice' ? '详情请登录查看，不想收到此类短信可在消息设置中关闭。' : '';
    return `【智能家具产业链】${message.words}。${more}`;
  }
  const { template, code, minutes } = message;
  const secret = `验证码${code}，${minutes}分钟内有效，请勿告诉他人。`;
  switch (template) {
    case 'register':
      return `【智能家具产业链】您正在注册账号，${secret}`;
    case 'register-known':
      return `【智能家具产业链】${secret}该手机号已有账号，请直接登录；忘记密码可在登录页找回。如非本人操作请忽略。`;
    case 'reset':
      return `【智能家具产业链】您正在重置登录密码，${secret}如非本人操作请忽略。`;
    case 'close':
      return `【智能家具产业链】您正在注销账号，${secret}如非本人操作，请立即修改密码。`;
    case 'export':
      return `【智能家具产业链】您正在导出账号的个人数据，${secret}如非本人操作，请立即修改密码。`;
    case 'reset-unknown':
      return `【智能家具产业链】${secret}该手机号还没有账号，请先注册。如非本人操作请忽略。`;
  }
}
