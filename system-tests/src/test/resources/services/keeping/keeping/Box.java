package keeping;

import java.io.Serializable;
import java.util.List;

/** A class of the application in a column, and in a checkpoint. */
public class Box implements Serializable {
    private static final long serialVersionUID = 1L;

    final int number;
    final List<String> words;

    Box(int number, List<String> words) {
        this.number = number;
        this.words = words;
    }
}
