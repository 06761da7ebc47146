package beans;

import jakarta.ejb.Remote;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;

/** Counts. */
@Stateful
@Remote(Tally.class)
public class TallyBean implements Tally {
    private int sum;

    @Override
    public int add(int count) {
        sum += count;
        return sum;
    }

    @Override
    public String where() {
        return String.valueOf(ProcessHandle.current().pid());
    }

    @Override
    @Remove
    public void end() {}
}
