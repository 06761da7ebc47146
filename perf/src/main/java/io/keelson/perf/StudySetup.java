package io.keelson.perf;

import java.nio.file.Path;
import java.util.List;

/**
 * Servers and settings that the parts of a study share. Immutable.
 *
 * @param distribution of Keelson
 * @param wildfly the directory of WildFly
 * @param work the directory of what servers write
 * @param jvm options of the servers' JVMs
 * @param options of the command line
 */
record StudySetup(Path distribution, Path wildfly, Path work, List<String> jvm, Options options) {}
