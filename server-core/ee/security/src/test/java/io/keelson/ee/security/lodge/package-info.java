/** An application whose authentication module is registered by the name of its provider's class. */
package io.keelson.ee.security.lodge;
