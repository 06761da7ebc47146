package io.keelson.deploy.spi;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Recognises modules of one kind by their files. A room with a kind of its own adds one to {@link Contributors}; those of WARs, EJB
 * modules and resource adapters are there. Implementations are thread-safe and hold no state.
 *
 * <ol>
 *   <li>{@link #recognises} is asked for an archive that is deployed by itself; the first recogniser that says yes counts, those of rooms
 *       before the server's own.
 *   <li>{@link #layout} is asked for a module that was recognised, or that an enterprise application declares to be of the kind.
 *   <li>Both read files below the root only, and change none.
 * </ol>
 */
public interface ModuleRecogniser {
    /** The kind. */
    ModuleKind kind();

    /**
     * Returns true if the unpacked archive is a module of this kind.
     *
     * @param root the directory with its files
     * @param fileName the name of the archive or directory that was deployed
     */
    boolean recognises(Path root, String fileName) throws IOException;

    /**
     * Finds the code in a module of this kind.
     *
     * @param root the directory with its files
     */
    ModuleLayout layout(Path root) throws IOException;
}
