package io.keelson.ecperf.cmp;

import io.keelson.ecperf.store.NoSuchRowException;
import jakarta.ejb.EJBException;
import jakarta.ejb.FinderException;
import jakarta.ejb.ObjectNotFoundException;

/** Calls homes, and says what is wrong as the stores do. */
final class Finding {
    private Finding() {}

    /** A call of a finder. */
    @FunctionalInterface
    interface Call<T> {
        T run() throws FinderException;
    }

    /** Finds one row; throws {@link NoSuchRowException}. */
    static <T> T one(String kind, long id, Call<T> call) {
        try {
            return call.run();
        } catch (ObjectNotFoundException e) {
            throw new NoSuchRowException(kind, id);
        } catch (FinderException e) {
            throw new EJBException("the " + kind + " " + id + " cannot be found", e);
        }
    }

    /** Finds what is there. */
    static <T> T any(Call<T> call) {
        try {
            return call.run();
        } catch (FinderException e) {
            throw new EJBException("rows cannot be found", e);
        }
    }
}
