import CnameSetup from '../../../islands/cdn/cnameSetup/CnameSetup.tsx';
import DedicatedIp from '../../../islands/cdn/dedicatedIp/DedicatedIp.tsx';
import DomainRemoval from '../../../islands/cdn/domain/DomainRemoval.tsx';
import DomainSettings from '../../../islands/cdn/domain/DomainSettings.tsx';
import LogForward from '../../../islands/cdn/logForward/LogForward.tsx';

/** The cards of several features as one island: features can't import each other, and each island of a page is another script. */
export default function Settings({ domainName }: { domainName: string }) {
  return (
    <>
      <DomainSettings domainName={domainName} />
      <div className="mt-[18px] grid max-w-[760px] gap-[18px]">
        <CnameSetup domainName={domainName} />
        <DedicatedIp domainName={domainName} />
        <LogForward domainName={domainName} />
        <DomainRemoval domainName={domainName} />
      </div>
    </>
  );
}
