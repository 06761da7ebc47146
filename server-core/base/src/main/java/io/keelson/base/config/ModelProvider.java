package io.keelson.base.config;

import java.util.List;

/** Names the configuration records of a room. Found by {@link java.util.ServiceLoader}. */
public interface ModelProvider {
    /** The records of the room, each annotated with {@link Section}. */
    List<Class<? extends Record>> sections();
}
