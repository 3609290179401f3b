import * as support from '../../src/lib/contract/support/index.ts';
import { contractSuite } from '../support/contract-suite.ts';

contractSuite(support);
