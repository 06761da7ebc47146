package io.keelson.base.subsystem;

import java.nio.file.Path;

/**
 * Identity of a server.
 *
 * @param name the server's name in its domain
 * @param domainName the name of the domain
 * @param domain the domain's directory, absolute
 * @param directory the server's own directory below the domain's, absolute: logs, temporary files, state
 * @param productionMode whether the domain is in production mode (no automatic deployment)
 */
public record ServerIdentity(String name, String domainName, Path domain, Path directory, boolean productionMode) {}
