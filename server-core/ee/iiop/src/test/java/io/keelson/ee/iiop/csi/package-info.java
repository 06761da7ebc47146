/** Tests of the messages of CSIv2. */
package io.keelson.ee.iiop.csi;
