/**
 * Data sources: those of {@code domain.yaml} and those that applications define. {@link io.keelson.resource.ResourceSubsystemFactory}
 * makes the subsystem; what is bound in names is a {@code ManagedDataSource}, a {@link javax.sql.DataSource} over a pool of
 * {@code resource.internal}. Thread-safe throughout; each data source owns its pool, and while its database is away, a thread
 * that looks whether it is back. See docs/design/data-sources.md.
 */
@NullMarked
package io.keelson.resource;

import org.jspecify.annotations.NullMarked;
