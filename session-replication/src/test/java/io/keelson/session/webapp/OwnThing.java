package io.keelson.session.webapp;

import java.io.Serializable;

/** A class that each web application brings for itself, or only one of them. */
public final class OwnThing implements Serializable {
    private static final long serialVersionUID = 1L;
}
