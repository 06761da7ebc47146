package basket;

import jakarta.annotation.Resource;
import jakarta.ejb.PostActivate;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is put into it. The class itself is not serializable: its fields are. */
@Stateful
public class Basket {
    @Resource
    private SessionContext context;

    private final transient Object lock = new Object();
    private List<Integer> content = new ArrayList<>();
    private int moves;

    /** Puts one more into it, outside of a transaction. */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public int add() {
        content.add(content.size());
        return content.size();
    }

    /** Puts one more into it, within one. */
    public int addWithin() {
        return add();
    }

    @PostActivate
    public void moved() {
        moves++;
    }

    /** Returns what is in it, how often it has moved, and whether its context is there. */
    public String all() {
        return content.size() + " " + (content.get(content.size() - 1) + 1) + " " + (context != null) + " " + moves;
    }
}
