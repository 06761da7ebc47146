/** Applications that use Jakarta Authorization. */
package io.keelson.ee.security.gate;
