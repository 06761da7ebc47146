package io.keelson.servlet.statics;

import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * What the runtime's own response offers beyond {@code HttpServletResponse}: a region of a file as body, without copying it
 * through the heap where the connection allows that. The default servlet uses it when the response that it is given
 * implements it, that is, no wrapper is around it, and neither stream nor writer were used before.
 */
public interface FileSink {
    /**
     * Writes the region after what has been written so far; status and headers are sent first. Parks while the peer reads
     * slowly. Closes the file.
     *
     * @throws IOException when the connection is gone or the file ends early
     */
    void writeFile(FileChannel file, long position, long count) throws IOException;
}
