import * as core from '../../src/lib/contract/core/index.ts';
import { contractSuite } from '../support/contractSuite.ts';

contractSuite(core);
