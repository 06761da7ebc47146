/** Tests of STOMP. */
package io.keelson.ee.stomp;
