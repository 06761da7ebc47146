package io.keelson.perf.webprofile;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Reads and changes rows, a transaction for each call. */
@ApplicationScoped
@Transactional
public class Worlds {
    @PersistenceContext
    private EntityManager entities;

    /** One row by its key, each time another one. */
    public World one() {
        return entities.find(World.class, number());
    }

    /** Rows by their keys, a statement for each. */
    public List<World> several(int count) {
        List<World> worlds = new ArrayList<>(count);
        for (int id : ids(count)) {
            worlds.add(entities.find(World.class, id));
        }
        return worlds;
    }

    /**
     * The same, and a new number for each row; rows are taken in the order of their keys, so that no two calls wait for each other in a
     * circle.
     */
    public List<World> changed(int count) {
        List<World> worlds = several(count);
        for (World world : worlds) {
            world.setRandomNumber(number());
        }
        return worlds;
    }

    /** All sayings and one that is made for the answer, in the order of their texts. */
    public List<Fortune> fortunes() {
        List<Fortune> fortunes = new ArrayList<>(
                entities.createQuery("select f from Fortune f", Fortune.class).getResultList());
        fortunes.add(new Fortune(0, "A saying that was added for this answer."));
        fortunes.sort(Comparator.comparing(Fortune::getMessage));
        return fortunes;
    }

    private static int[] ids(int count) {
        return ThreadLocalRandom.current()
                .ints(World.LEAST, World.BOUND)
                .distinct()
                .limit(count)
                .sorted()
                .toArray();
    }

    private static int number() {
        return ThreadLocalRandom.current().nextInt(World.LEAST, World.BOUND);
    }
}
