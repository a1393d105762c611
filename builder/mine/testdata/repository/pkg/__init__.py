from .models import Net, make_net
