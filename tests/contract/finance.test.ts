import * as finance from '../../src/lib/contract/finance/index.ts';
import { contractSuite } from '../support/contract-suite.ts';

contractSuite(finance);
