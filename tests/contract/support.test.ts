import * as support from '../../src/lib/contract/support/index.ts';
import { contractSuite } from '../support/contractSuite.ts';

contractSuite(support);
