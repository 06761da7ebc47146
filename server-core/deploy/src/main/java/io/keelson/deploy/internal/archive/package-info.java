/**
 * Archives: their safe unpacking, what kind they are, and their files as contributors see them. No state but open jars, which
 * belong to the archive that opened them.
 */
@NullMarked
package io.keelson.deploy.internal.archive;

import org.jspecify.annotations.NullMarked;
