package sums;

import com.google.gwt.user.client.rpc.RemoteService;

public interface Sums extends RemoteService {
    String sum(String numbers);
}
