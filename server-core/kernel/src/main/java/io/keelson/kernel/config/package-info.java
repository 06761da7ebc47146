/**
 * The configuration model: {@code domain.yaml} and overrides in, typed records out, errors with their place; edits that
 * keep the file as its author wrote it; JSON Schema, reference page and starter file from the same records.
 *
 * <p>Threading: everything here is immutable once made and may be shared, except collectors that live within one call.
 * Nothing starts a thread.
 *
 * <p>Ownership: the file on disk belongs to the admin server, which alone calls {@code DomainFile.write}; a
 * {@code DomainConfiguration} belongs to nobody and is replaced as a whole. See {@code docs/design/configuration.md}.
 */
@NullMarked
package io.keelson.kernel.config;

import org.jspecify.annotations.NullMarked;
