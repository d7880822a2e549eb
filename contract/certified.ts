/** Every page that shows who is 已认证 carries this tag: few are certified in a day, and all see it at once. */
export const certifiedTag = 'certified';
