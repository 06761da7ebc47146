package io.keelson.admin.change;

import java.util.List;
import java.util.Map;

/**
 * Outcome of an activation.
 *
 * @param revision the number of the revision that is in force
 * @param results what the servers say; those that do not answer are missing
 * @param servers all servers
 */
public record Activation(int revision, Map<String, Result> results, List<String> servers) {}
