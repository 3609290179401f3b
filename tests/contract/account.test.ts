import * as account from '../../src/lib/contract/account/index.ts';
import { contractSuite } from '../support/contractSuite.ts';

contractSuite(account);
