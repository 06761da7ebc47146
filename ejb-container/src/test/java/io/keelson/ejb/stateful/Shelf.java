package io.keelson.ejb.stateful;

import jakarta.annotation.PreDestroy;
import jakarta.ejb.EJB;
import jakarta.ejb.PostActivate;
import jakarta.ejb.PrePassivate;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A stateful bean of which one instance is in memory; its class is not serializable, its state is. */
@Stateful
public class Shelf {
    /** The callbacks of all instances, in their order. */
    static final Queue<String> EVENTS = new ConcurrentLinkedQueue<>();

    private final List<String> things = new ArrayList<>();
    private transient int sinceActive;
    private Object more;

    @EJB
    private Label label;

    public void add(String thing) {
        things.add(thing);
        sinceActive++;
    }

    public void label(String text) {
        label.write(text);
    }

    public void hold(Object anything) {
        more = anything;
    }

    public String content() {
        return things + " " + label.read() + " " + sinceActive + (more == null ? "" : " more");
    }

    @PrePassivate
    void toDisk() {
        EVENTS.add("to disk " + things);
        if (things.contains("mine")) {
            throw new IllegalStateException("planted");
        }
    }

    @PostActivate
    void fromDisk() {
        EVENTS.add("from disk " + things);
    }

    @PreDestroy
    void end() {
        EVENTS.add("ended " + things);
    }

    @Remove
    public void remove() {}
}
