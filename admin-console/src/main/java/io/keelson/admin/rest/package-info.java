/**
 * Building blocks of the resources of the management interface: {@link io.keelson.admin.rest.Route routes} with the role that each
 * needs, the {@link io.keelson.admin.rest.Call call} with its {@link io.keelson.admin.rest.Caller caller}, answers and problems. A
 * resource runs on an execute thread of administration; nothing here holds state of its own. docs/design/management-access.md.
 */
@NullMarked
package io.keelson.admin.rest;

import org.jspecify.annotations.NullMarked;
