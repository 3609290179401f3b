import * as cloud from '../../src/lib/contract/cloud/index.ts';
import { contractSuite } from '../support/contractSuite.ts';

contractSuite(cloud);
