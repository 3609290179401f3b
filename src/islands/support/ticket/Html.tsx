/** HTML of `renderMarkdown`: only listed elements and attributes pass there. */
// biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized where it was made
export const Html = ({ html }: { html: string }) => <div className="message" dangerouslySetInnerHTML={{ __html: html }} />;
