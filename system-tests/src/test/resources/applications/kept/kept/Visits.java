package kept;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** What a session has seen. */
public final class Visits implements Serializable {
    private static final long serialVersionUID = 1L;

    private final List<Integer> numbers = new ArrayList<>();

    Visits and(int next) {
        Visits more = new Visits();
        more.numbers.addAll(numbers);
        more.numbers.add(next);
        return more;
    }

    int count() {
        return numbers.size();
    }
}
