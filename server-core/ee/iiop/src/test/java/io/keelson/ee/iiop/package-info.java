/** Tests of RMI-IIOP. */
package io.keelson.ee.iiop;
