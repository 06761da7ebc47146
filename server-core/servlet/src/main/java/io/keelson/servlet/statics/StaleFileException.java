package io.keelson.servlet.statics;

import java.io.IOException;

/** A file is not any more what it was when it was looked at, and nothing of it has been sent. */
final class StaleFileException extends IOException {
    private static final long serialVersionUID = 1L;
    private final transient WebResource resource;

    StaleFileException(WebResource resource) {
        super(resource.file() + " has changed since it was looked at");
        this.resource = resource;
    }

    WebResource resource() {
        return resource;
    }
}
