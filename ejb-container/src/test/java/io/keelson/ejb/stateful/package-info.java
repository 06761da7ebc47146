/** An application with stateful beans that go to disk, and with extended persistence contexts. */
package io.keelson.ejb.stateful;
