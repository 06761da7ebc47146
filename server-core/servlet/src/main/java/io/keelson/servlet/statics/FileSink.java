package io.keelson.servlet.statics;

import io.keelson.http.FileBody;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Ability of the runtime's own response beyond {@code HttpServletResponse}: parts of a file as body, without copying them through the heap
 * where the connection allows that. The default servlet uses it when the response that it is given implements it, that is, no wrapper is
 * around it.
 */
public interface FileSink {
    /** Opens a file in the way that the connection sends best. */
    FileBody openFile(Path file) throws IOException;

    /**
     * Writes a part after what has been written so far; status and headers are sent first. Parks while the peer reads slowly.
     * The caller may close the file afterwards.
     *
     * @throws IOException when the connection is gone or the file ends early
     */
    void writeFile(FileBody file, long position, long count) throws IOException;

    /**
     * Does the same as {@link #writeFile}, for the last of a body. Where it completes the announced length it is sent when the request
     * ends, and no thread waits until the peer has read it. Closes the file, whatever happens.
     */
    void endWithFile(FileBody file, long position, long count) throws IOException;
}
