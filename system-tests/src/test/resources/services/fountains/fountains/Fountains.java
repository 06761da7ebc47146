package fountains;

import java.util.List;

/** What others may do with the fountains of a server. */
public interface Fountains {
    /** Returns their state. */
    List<FountainRuntime> now();

    /** Has one go on for some minutes; returns false where there is no such fountain. */
    boolean play(String name, int minutes);
}
