/**
 * Work managers as the rooms below the kernel see them: who may hand over work, and when it is refused.
 */
@NullMarked
package io.keelson.base.work;

import org.jspecify.annotations.NullMarked;
