package io.keelson.ee.connectors.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;

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
        int newMost = last == null ? most : last.integer();
        try {
            return new PoolSizes(first == null ? Math.min(least, newMost) : first.integer(), newMost);
        } catch (IllegalArgumentException e) {
            throw pool.wrong(String.valueOf(e.getMessage()));
        }
    }
}
