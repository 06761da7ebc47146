package io.keelson.jms.ra;

import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A destination as an administered object. The container sets its properties before anything else is called. */
public abstract class NamedDestination extends Referred implements Destination {
    private static final long serialVersionUID = 1L;

    private @Nullable String destination;

    /** Leaves the name to be set. */
    protected NamedDestination() {}

    /** Returns its name at the server. */
    public @Nullable String getDestination() {
        return destination;
    }

    /** Sets its name at the server, as {@code jms-queues} or {@code jms-topics} have it. */
    public void setDestination(@Nullable String name) {
        this.destination = ServerProperties.given(name);
    }

    String required(String kind) throws InvalidDestinationException {
        String name = destination;
        if (name == null) {
            throw new InvalidDestinationException(
                    "the property destination of a " + kind + " is not set: write the name that the " + kind
                            + " has at the server",
                    "INVALID_DESTINATION");
        }
        return name;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other != null
                && other.getClass() == getClass()
                && Objects.equals(((NamedDestination) other).destination, destination);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(destination);
    }

    @Override
    public String toString() {
        return String.valueOf(destination);
    }
}
