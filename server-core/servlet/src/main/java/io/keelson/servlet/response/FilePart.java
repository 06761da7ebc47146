package io.keelson.servlet.response;

import io.keelson.http.FileBody;

/**
 * A part of a file that is, or ends, a body.
 *
 * @param position of its first byte in the file
 * @param count in bytes
 */
record FilePart(FileBody body, long position, long count) {}
