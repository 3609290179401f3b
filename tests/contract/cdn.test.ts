import * as cdn from '../../src/lib/contract/cdn/index.ts';
import { contractSuite } from '../support/contractSuite.ts';

contractSuite(cdn);
