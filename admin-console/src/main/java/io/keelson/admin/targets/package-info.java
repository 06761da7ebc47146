/**
 * Applications of the domain: on the admin server their archives and the operations on them, on every server what brings them there
 * and keeps them as the configuration in force says. Threads and owners: docs/design/domain-deployment.md.
 */
@NullMarked
package io.keelson.admin.targets;

import org.jspecify.annotations.NullMarked;
