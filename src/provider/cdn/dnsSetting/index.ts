/* What other features use of this one. */
export { dnsSettingHandlers } from './dnsSetting.ts';
