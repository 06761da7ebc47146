/**
 * Calls over connections: requests and answers, exported objects, stubs, and the choice of a member. What waits is a thread of an
 * application; nothing here blocks on a loop.
 */
@NullMarked
package io.keelson.remoting.internal.call;

import org.jspecify.annotations.NullMarked;
