package io.keelson.ee.connectors.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import org.jspecify.annotations.Nullable;

/**
 * The size of a pool of connections.
 *
 * @param least connections that are opened with the first one, and kept
 * @param most connections at a time, at least 1
 */
public record PoolSizes(int least, int most) {
    public static final PoolSizes DEFAULT = new PoolSizes(0, 20);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException when they are none of a pool
     */
    public PoolSizes {
        if (least < 0 || most < 1 || least > most) {
            throw new IllegalArgumentException("a pool of at least " + least + " and at most " + most
                    + " connections cannot be; expected 0 to " + most + ", and at least 1");
        }
    }

    PoolSizes of(Element pool, String leastName, String mostName) throws DeploymentException {
        Element first = pool.first(leastName);
        Element last = pool.first(mostName);
        return of(pool, first == null ? null : first.integer(), last == null ? null : last.integer());
    }

    PoolSizes ofAttributes(Element pool, String leastName, String mostName) throws DeploymentException {
        return of(pool, number(pool, leastName), number(pool, mostName));
    }

    private static @Nullable Integer number(Element pool, String attribute) throws DeploymentException {
        String text = pool.attributes().get(attribute);
        try {
            return text == null ? null : Integer.valueOf(text.trim());
        } catch (NumberFormatException e) {
            throw pool.wrong(attribute + " is '" + text + "'; expected a whole number");
        }
    }

    private PoolSizes of(Element pool, @Nullable Integer newLeast, @Nullable Integer given) throws DeploymentException {
        int newMost = given == null ? most : given;
        try {
            return new PoolSizes(newLeast == null ? Math.min(least, newMost) : newLeast, newMost);
        } catch (IllegalArgumentException e) {
            throw pool.wrong(String.valueOf(e.getMessage()));
        }
    }
}
